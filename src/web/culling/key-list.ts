/** Every key of the culling view, with its words: of the page, or of this view. A comma parts keys that do the same; … is all between. */
export const KEY_LIST = {
  do: [
    { keys: ['0', '…', '5'], page: 'stars' },
    { keys: ['R'], page: 'reject' },
    { keys: ['F1', '…', 'F5'], page: 'labels' },
    { keys: ['6', '…', '9'], own: 'labelDigits' },
    { keys: ['shift'], own: 'stay' },
    { keys: ['A'], own: 'advance' },
    { keys: ['T'], page: 'tags' },
    { keys: ['ctrl', 'Z'], page: 'undo' },
    { keys: ['ctrl', 'shift', 'Z', ',', 'ctrl', 'Y'], page: 'redo' },
  ],
  look: [
    { keys: ['Z', ',', 'enter'], page: 'zoom' },
    { keys: ['+', ',', '−'], page: 'plusMinus' },
    { keys: ['shift', 'left right up down'], page: 'pan' },
    { keys: ['E'], view: 'single' },
    { keys: ['C'], view: 'compare' },
    { keys: ['S'], view: 'survey' },
    { keys: ['L'], own: 'link' },
  ],
  go: [
    { keys: ['left right'], page: 'prevNext' },
    { keys: ['left right up down'], own: 'among' },
    { keys: ['home', ',', 'end'], page: 'homeEnd' },
    { keys: ['U'], own: 'undecided' },
    { keys: ['pageUp', ',', 'pageDown'], own: 'other' },
    { keys: ['D'], page: 'develop' },
    { keys: ['Esc'], own: 'esc' },
    { keys: ['?'], page: 'help' },
  ],
  survey: [
    { keys: ['space'], own: 'mark' },
    { keys: ['K'], view: 'keepOnly' },
    { keys: ['enter'], own: 'apply' },
  ],
} as const;
