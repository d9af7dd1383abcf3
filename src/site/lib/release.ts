/** The release that the server has, as far as its answers have told. */
let served = ''

/** The release that this page came from; empty where the page does not say. */
export const release = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=release]')?.content ?? ''

/** Takes the server's release from an answer to whatever the page asked anyway. */
export function noteRelease({ headers }: Pick<Response, 'headers'>): void {
  served = headers.get('x-release') ?? served
}

/** Whether another release has taken the place of the one this page came from. */
export const isOutdated = (): boolean => served !== '' && served !== release()
