declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'
declare module '*.woff2?url' {
  const url: string
  export default url
}
interface ImportMeta {
  /** True while prerendering. */
  readonly env: { readonly SSR: boolean }
}
