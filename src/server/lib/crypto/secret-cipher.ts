import { createHash, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'

/** Encrypts and signs with one master key. Text encrypted for one purpose is rejected for any other purpose. */
export interface SecretCipher {
  /** The first characters of the key's digest, which distinguish this key from other keys. */
  id: string
  seal(purpose: string, text: string): Promise<string>
  /** Decrypts text. Rejects text that was encrypted with another key or for another purpose. */
  open(purpose: string, sealed: string): Promise<string>
  /** The HMAC-SHA256 of the text, computed with this purpose's subkey, in base64url. */
  mac(purpose: string, text: string): string
  /**
   * This purpose's subkey, for a library that signs with it. Each call returns the same object, so that the key is
   * prepared only once.
   */
  key(purpose: string): KeyObject
}

/** Returns the `id` of the master key that encrypted this text. */
export const encryptionKeyIdOf = (sealed: string): string => String(decodeProtectedHeader(sealed).kid)

const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

export function openSecretCipher(masterKey: Buffer): SecretCipher {
  if (masterKey.length !== 32) throw new Error('master key must have 32 bytes')
  const subkey = (name: string) => new Uint8Array(hkdfSync('sha256', masterKey, '', name, 32))
  const sealing = subkey('seal')
  // This map stays small, because all purposes are constants in our code.
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
