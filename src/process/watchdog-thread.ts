import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { readDoing } from '../ground/machine/doing.ts';

const checkMs = 2_500;
/** Checks in a row, rather than time: a machine that slept, or was halted, has made none. */
const patience = 4;

const memory = workerData as SharedArrayBuffer;
const beats = new Int32Array(memory, 0, 1);
let last = -1;
let silent = 0;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  silent = now === last ? silent + 1 : 0;
  last = now;
  if (silent < patience) return;
  const entry = {
    level: 60,
    time: new Date().toISOString(),
    doing: readDoing(memory),
    msg: `the main thread has not answered for ${(silent * checkMs) / 1000} s: ending the process`,
  };
  try {
    writeSync(1, `${JSON.stringify(entry)}\n`);
  } finally {
    // Not a signal that operators send: the parent knows by it that the process is to be started again.
    process.kill(process.pid, 'SIGALRM');
  }
}, checkMs);
