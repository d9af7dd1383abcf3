/** The server's release, as of its last response. */
let served = ''

/** The release of this page; empty if the page does not state it. */
export const release = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? ''

/** Reads the server's release from a response that cannot come from a cache: that of a write request. */
export function noteRelease({ headers }: Pick<Response, 'headers'>): void {
  served = headers.get('x-release') ?? served
}

/** Whether the server has a newer release than this page. */
export const isOutdated = (): boolean => served !== '' && served !== release()
