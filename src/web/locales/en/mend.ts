export const mend = {
  renderer: 'Let darktable render',
  resume: 'Resume the queues',
  install: 'Install the plugin',
  start: 'Start darktable',
  get: 'Get darktable',
  choose: 'Choose who renders',
  readOnly: 'To read-only mode',
  why: 'To the plugin',
  failed: 'That did not work',
};
