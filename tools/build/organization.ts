import { brand } from '#content/brand.ts'
import { samples } from '#content/samples.ts'
import { viewAddress } from './document.ts'

/** Links that lead nowhere yet, and a mailbox that nobody reads, are told to no machine. */
const channels = Object.values<string>(brand.links).filter((href) => href.startsWith('https:'))

/**
 * Who we are, for search engines: a data block, which is no script, so no policy has to allow it. No figure, no rating and no
 * promise, since a machine repeats them without what stands beside them (decision 105).
 * @see https://developers.google.com/search/docs/appearance/structured-data/organization
 */
export function organizationData(logo: string): string {
  const text = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${viewAddress()}#organization`,
    name: brand.name,
    url: viewAddress(),
    logo: `__PUBLIC_URL__${logo}`,
    ...(!samples.isMailbox && { email: brand.email }),
    ...(channels.length > 0 && { sameAs: channels }),
  })
  // A `<` in a text could end the block.
  return `<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`
}
