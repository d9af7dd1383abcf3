/** A short duration in words, rounded up: '40 seconds', 'a minute', '12 minutes', 'an hour'. */
export function durationInWords(seconds: number): string {
  if (seconds <= 1) return 'a second'
  if (seconds < 60) return `${Math.ceil(seconds)} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return 'a minute'
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}
