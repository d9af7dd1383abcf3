import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'

/** Encrypts and signs with one master key. A text encrypted for one purpose is rejected for any other. */
export interface SecretCipher {
  /** First characters of a digest of the key, to distinguish keys. */
  id: string
  seal(purpose: string, text: string): Promise<string>
  /** Rejects a text that was not encrypted under this key and for this purpose. */
  open(purpose: string, sealed: string): Promise<string>
  /** base64url HMAC-SHA256 under a subkey of this purpose. */
  mac(purpose: string, text: string): string
  /** A subkey of this purpose for a library that signs with it. Always the same object, so that it is prepared once. */
  key(purpose: string): KeyObject
}

/** The `id` of the master key that encrypted this. */
export const sealedBy = (sealed: string): string => String(decodeProtectedHeader(sealed).kid)

const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

export function openSecretCipher(masterKey: Buffer): SecretCipher {
  if (masterKey.length !== 32) throw new Error('master key must have 32 bytes')
  const subkey = (name: string) => new Uint8Array(hkdfSync('sha256', masterKey, '', name, 32))
  const sealing = subkey('seal')
  // The map stays small, because the purposes are constants of our code.
  const keys = new Map<string, KeyObject>()
  const keyFor = (name: string) => {
    const key = keys.get(name) ?? createSecretKey(subkey(name))
    keys.set(name, key)
    return key
  }
  const id = createHash('sha256').update(masterKey).digest('hex').slice(0, 8)
  return {
    id,
    seal: (purpose, text) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: id, purpose })
        .encrypt(sealing),
    async open(purpose, sealed) {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, sealing, algorithms)
      if (protectedHeader.purpose !== purpose) throw new Error('encrypted for another purpose')
      return new TextDecoder().decode(plaintext)
    },
    mac: (purpose, text) =>
      createHmac('sha256', keyFor(`mac ${purpose}`))
        .update(text)
        .digest('base64url'),
    key: (purpose) => keyFor(`key ${purpose}`),
  }
}
