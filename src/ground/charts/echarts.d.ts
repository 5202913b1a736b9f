declare module 'echarts/dist/echarts.esm.min.mjs' {
  export { init } from 'echarts';
}
