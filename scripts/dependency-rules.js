// What may import what: see the rooms in ARCHITECTURE.md. Run by `npm run lint`.
import { floors, homes, pages } from './rooms.js';

const inRooms = (names) => `^src/(${names.join('|')})/`;
const test = '\\.test\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    ...floors.slice(1).map((names, floor) => ({
      name: 'imports-point-down',
      severity: 'error',
      from: { path: inRooms(names), pathNot: test },
      to: { path: inRooms([...floors.slice(0, floor + 1).flat(), ...pages]) },
    })),
    { name: 'nobody-sees-main', severity: 'error', from: {}, to: { path: '^src/main\\.ts$' } },
    {
      name: 'the-program-does-not-know-its-scripts',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^scripts/' },
    },
    ...pages.map((page) => ({
      name: 'the-browser-sees-the-contract-only',
      severity: 'error',
      from: { path: inRooms([page]) },
      to: { path: '^src/', pathNot: inRooms([page, 'contract', 'testing']) },
    })),
    {
      name: 'tests-and-their-helpers-stay-out-of-the-program',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/', test] },
      to: { path: ['^src/testing/', test] },
    },
    ...Object.entries(homes).map(([library, rooms]) => ({
      name: `${library}-lives-in-${rooms.join('-')}`,
      severity: 'error',
      from: { path: '^src/', pathNot: [inRooms([...rooms, 'testing']), test] },
      to: { path: `node_modules/${library}/` },
    })),
    {
      name: 'the-browser-has-no-node',
      severity: 'error',
      from: { path: inRooms([...pages, 'contract']), pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    // node:ffi is newer than dependency-cruiser's list of what Node has.
    { name: 'known-packages-only', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^ffi$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
