/** Characters at least; bytes at most, because bcrypt, which a Supabase project takes, reads no more of them. */
export const passwordLimits = { characters: 12, bytes: 72 } as const
