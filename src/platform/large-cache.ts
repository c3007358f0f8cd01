import { LRUCache } from 'lru-cache';

/**
 * A cache of at most so many entries that takes memory as it fills: lru-cache makes room for all of its `max` at once (17 ms and 4 MB
 * for those of Safelight, at each start).
 */
export const largeCache = <Key extends string, Value extends object | string | boolean>(
  most: number,
  { ttlMs = 0 } = {},
): LRUCache<Key, Value> => new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl: ttlMs });
