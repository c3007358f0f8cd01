/** File dialogs. */
export const dialogs = {
  library: 'Choose the library',
  libraryFiles: 'darktable library',
  allFiles: 'All files',
  queueFolder: 'Choose the folder for the queue files',
  exportFolder: 'Choose the export folder',
};
