/**
 * The globals of `shared` and `content`. They are compiled without browser and Node types, so that the compiler proves
 * that they run in both environments. Add a global here only if both environments have it.
 */
declare const console: { warn(...words: unknown[]): void }
declare const crypto: { getRandomValues<Bytes extends Uint8Array>(bytes: Bytes): Bytes }
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class URLSearchParams {
  readonly size: number
  get(name: string): string | null
  set(name: string, value: string): void
}
declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string): boolean
  readonly hostname: string
  readonly origin: string
  readonly pathname: string
  readonly protocol: string
  readonly searchParams: URLSearchParams
}
