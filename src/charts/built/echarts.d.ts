export { init } from 'echarts';
