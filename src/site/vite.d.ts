declare module '*.woff2?url' {
  const url: string
  export default url
}
declare module '*.svg?url' {
  const url: string
  export default url
}
interface ImportMeta {
  /** True while prerendering. */
  readonly env: { readonly SSR: boolean; readonly DEV: boolean }
}
