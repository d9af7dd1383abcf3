export type Algorithm = 'ES256' | 'RS256' | 'HS256'

/** A key as it lies in the database. */
export interface StoredKey {
  id: string
  algorithm: Algorithm
  sealed_key: string
  public_key: Record<string, unknown> | null
  signs_from: Date
}
