/** The release that this page came from. */
export const release = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? ''
