/** For `imageRowsSql`: the images from `:first` to `:last`. */
export const imageRange = 'images.id BETWEEN :first AND :last';
