/**
 * Sets an entry of a bounded map, and drops the least recently set one if there
 * are too many: it is the map's first.
 */
export function setLatest<K, V>(
  map: Map<K, V>,
  max: number,
  [key, value]: readonly [K, V],
): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
