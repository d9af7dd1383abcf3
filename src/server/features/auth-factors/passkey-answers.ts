import * as v from 'valibot'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '#server/lib/crypto/passkey.ts'

const base64url = (most: number) =>
  v.pipe(v.string('must be text'), v.regex(/^[A-Za-z0-9_-]*$/, 'must be base64url'), v.maxLength(most, 'is too long'))

/** A credential id has at most 1,023 bytes. */
const id = base64url(1364)
const way = v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

const common = { id, rawId: id, type: v.literal('public-key', 'must be public-key') }
const extensions = v.pipe(
  v.unknown(),
  // We request no extensions, so any extensions that a browser reports are dropped.
  v.transform(() => ({})),
)

/** A browser's response after creating a passkey. */
const madeResponse = v.pipe(
  v.object({
    ...common,
    response: v.object({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(65_536),
      // Unknown transports are ignored, because transports only help the browser to find the device.
      transports: v.optional(
        v.pipe(
          v.array(v.unknown()),
          v.transform((all) => all.filter((each) => v.is(way, each))),
        ),
        [],
      ),
    }),
    clientExtensionResults: v.optional(extensions, {}),
  }),
  v.transform((said): RegistrationResponseJSON => said),
)

/** A browser's response after using a passkey. */
export const usedResponse = v.pipe(
  v.object({
    ...common,
    response: v.object({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(8192),
      userHandle: v.optional(v.nullable(base64url(128))),
    }),
    clientExtensionResults: v.optional(extensions, {}),
  }),
  v.transform(
    ({ response: { userHandle, ...response }, ...said }): AuthenticationResponseJSON => ({
      ...said,
      response: { ...response, ...(userHandle && { userHandle }) },
    }),
  ),
)

/** A passkey's answer to a challenge. */
export const passkeyAnswer = v.variant('type', [
  v.object({ type: v.literal('create'), credential_response: madeResponse }),
  v.object({ type: v.literal('request'), credential_response: usedResponse }),
])
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswer>
