import { brand } from '#content/brand.ts'
import { navigation } from '#content/navigation.ts'
import { samples } from '#content/samples.ts'
import pictures from '#made/pictures.json'
import { themeColour, viewAddress } from './document.ts'

const { icons } = pictures
const logo = icons.find(({ sizes }) => sizes === '512x512')

/** Links that lead nowhere yet, and a mailbox that nobody reads, are told to no machine. */
const channels = Object.values<string>(brand.links).filter((href) => href.startsWith('https:'))

/**
 * Who we are, for search engines: a data block, which is no script, so no policy has to allow it. No figure, no rating and no
 * promise, since a machine repeats them without what stands beside them (decision 19).
 * @see https://developers.google.com/search/docs/appearance/structured-data/organization
 */
export function organizationData(): string {
  const text = JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${viewAddress()}#organization`,
    name: brand.name,
    url: viewAddress(),
    logo: `__PUBLIC_URL__${logo?.src}`,
    ...(!samples.isMailbox && { email: brand.email }),
    ...(channels.length > 0 && { sameAs: channels }),
  })
  // A `<` in a text could end the block.
  return `<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`
}

/**
 * Name and icons for home screens.
 * @see https://www.w3.org/TR/appmanifest/
 */
export const webManifest = JSON.stringify({
  id: '/',
  name: brand.name,
  short_name: brand.name,
  description: navigation.footer.line,
  lang: 'en',
  start_url: '/',
  scope: '/',
  // The site does not work offline, so the browser's own Back and Reload stay in sight.
  display: 'minimal-ui',
  theme_color: themeColour.light,
  background_color: themeColour.light,
  icons,
})
