import { setFlagsFromString } from 'node:v8';

// To be imported first: loading the program is the first thing that would make the heap grow. V8's nursery becomes 64 MB large and never
// small again. A tray companion should stay small, and measured side by side its answers take as long with a nursery of 2 MB.
setFlagsFromString('--semi-space-growth-factor=1');
