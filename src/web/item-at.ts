/** The item at an index that is known to lie within the list. */
export function itemAt<Item>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`No item ${index} of ${list.length}`);
  return item;
}
