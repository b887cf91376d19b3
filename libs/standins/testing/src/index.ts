export { below, createRandom, pick, type Random } from './random';
export { mountSmallDisk } from './small-disk';
