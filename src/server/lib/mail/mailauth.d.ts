/** The part of the package that tests use: whether a message is signed by a key that `resolver` returns. */
declare module 'mailauth/lib/dkim/verify.js' {
  interface Verified {
    results: { signingDomain: string; selector: string; status: { result: string; comment?: string } }[]
  }
  export function dkimVerify(
    message: Buffer,
    options: { resolver: (name: string, type: string) => Promise<string[][]> },
  ): Promise<Verified>
}
