/** Versions, groups and removals. */
export const pictures = {
  duplicate: 'New version',
  group: 'Group',
  ungroup: 'Take out of the group',
  remove: 'Remove from the library…',
  groupMost: 'At most {{most}} pictures can be grouped at once.',
  groupTwo: 'Select two or more pictures to group them.',
  already: 'Nothing changed: that is how it already was.',
  duplicateTitle_one: 'Make a new version of {{number}} picture?',
  duplicateTitle_other: 'Make a new version of each of the {{number}} pictures?',
  duplicateHow: 'Each version has the edits, stars, labels and tags of its picture, and joins its group.',
  duplicateDo: 'Make new versions',
  removeTitle_one: 'Remove {{number}} picture from the library?',
  removeTitle_other: 'Remove {{number}} pictures from the library?',
  removeHow: 'The files and their sidecars stay on the disk. You can undo this, but not while darktable is open.',
  removeDo: 'Remove',
};
