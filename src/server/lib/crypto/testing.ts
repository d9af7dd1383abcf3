import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from './passkey.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** A simulated device with one passkey. The device responds like a browser at `origin`. */
export class SimulatedAuthenticator {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #owner = ''
  /** The signature counter. A test resets the counter to simulate a copied device. */
  counter = 0
  /** True if the device verifies its user by fingerprint, face or PIN. */
  verifies = true
  /** True if another site frames the requesting page. */
  crossOrigin = false

  constructor(public origin: string) {}

  make(options: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
    this.#owner = options.user.id
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.#cose()])
    const data = Buffer.concat([this.#data(options.rp.id ?? '', 0x40), credential])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#client('webauthn.create', options.challenge),
        attestationObject: base64url(attestation(data)),
        transports: ['internal'],
      },
    }
  }

  sign(options: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON {
    this.counter += 1
    const data = this.#data(options.rpId ?? '', 0)
    const clientDataJSON = this.#client('webauthn.get', options.challenge)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
        userHandle: this.#owner,
      },
    }
  }

  #named() {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  }

  #client(type: string, challenge: string): string {
    const { origin, crossOrigin } = this
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin }))
  }

  /** Authenticator data: hash of the site, flags (1 user present, 4 user verified) and signature counter. */
  #data(site: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(site), Buffer.from([flags | 1 | (this.verifies ? 4 : 0)]), counter])
  }

  /** The public key in COSE format: EC2, ES256, P-256, x and y. */
  #cose(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const half = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
    return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), half(0x21, x), half(0x22, y)])
  }
}

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), length, data],
  ])
}
