import { invalid } from '#server/lib/auth/refusal.ts'

/** What trying one password may cost; a dearer hash would let whoever signs in keep the server busy. */
const most = { bcryptRounds: 15, memoryKiB: 262_144, passes: 16, lanes: 16 } as const

/** A hash from elsewhere, if it is one we can try passwords against: bcrypt or argon2. */
export function readPasswordHash(text: string): string {
  if (isBcrypt(text) || isArgon2(text)) return text
  throw invalid('password_hash must be a bcrypt or argon2 hash of usual cost')
}

function isBcrypt(text: string): boolean {
  const rounds = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)?.[1])
  return rounds >= 4 && rounds <= most.bcryptRounds
}

function isArgon2(text: string): boolean {
  const shape =
    /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,9}),t=(\d{1,5}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
  const [memory = Number.NaN, passes = Number.NaN, lanes = Number.NaN] =
    shape.exec(text)?.slice(1).map(Number) ?? []
  return (
    memory >= 8 * lanes &&
    memory <= most.memoryKiB &&
    passes >= 1 &&
    passes <= most.passes &&
    lanes >= 1 &&
    lanes <= most.lanes
  )
}
