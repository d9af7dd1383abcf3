interface ImportMeta {
  /** Imports the modules that match when the program is built. */
  readonly glob: (patterns: readonly string[], options: { readonly eager: true }) => Readonly<Record<string, unknown>>
}
