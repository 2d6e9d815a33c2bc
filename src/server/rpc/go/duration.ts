/** Durations as Go writes them. */

/** Returns milliseconds, rounded to whole seconds, as `time.Duration.String` writes them: `1h2m3s`. */
export function goSeconds(milliseconds: number): string {
  return goDuration(Math.round(milliseconds / 1000) * 1000);
}

/** Returns milliseconds as `time.Duration.String` writes them. */
export function goDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0s';
  if (milliseconds < 0) return `-${goDuration(-milliseconds)}`;
  if (milliseconds < 1000) return shortDuration(milliseconds);
  const hours = Math.floor(milliseconds / 3_600_000);
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const seconds = (milliseconds % 60_000) / 1000;
  const text = `${Number(seconds.toFixed(9))}s`;
  if (hours > 0) return `${hours}h${minutes}m${text}`;
  return minutes > 0 ? `${minutes}m${text}` : text;
}

function shortDuration(milliseconds: number): string {
  if (milliseconds >= 1) return `${Number(milliseconds.toFixed(6))}ms`;
  const micro = milliseconds * 1000;
  return micro >= 1 ? `${Number(micro.toFixed(3))}µs` : `${Math.round(micro * 1000)}ns`;
}
