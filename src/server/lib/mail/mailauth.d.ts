// The package has no types of its own.

/** The part of it that the tests use: whether a message is signed by a key that `resolver` returns. */
declare module 'mailauth/lib/dkim/verify.js' {
  interface Verified {
    results: { signingDomain: string; selector: string; status: { result: string; comment?: string } }[]
  }
  export function dkimVerify(
    message: Buffer,
    options: { resolver: (name: string, type: string) => Promise<string[][]> },
  ): Promise<Verified>
}
