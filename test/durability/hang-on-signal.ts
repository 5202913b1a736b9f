/** Loaded into a server by --import: its main thread never answers again after this signal. */
process.on('SIGUSR2', () => {
  for (;;);
});
