/// <reference types="vite/types/importMeta.d.ts" />
import { registerTexts, registerValues } from './tree.ts'

interface Brand {
  /** The provider's name, as visitors and members see it. */
  readonly name: string
  /** The name below an icon on a home screen; about twelve characters fit. Empty if it is the provider's name. */
  readonly shortName: string
  /** Mailbox for partners; shown on the contact view and in error messages. */
  readonly email: string
  /** The sender's name in emails. Empty if it is the provider's name. */
  readonly senderName: string
  /** URL of each channel. `#` makes the link a placeholder that does nothing. */
  readonly links: Readonly<Record<'whatsapp' | 'linkedin' | 'youtube' | 'x', string>>
}

/** In a browser, the page names the provider, so that no script contains the name that an owner has replaced. */
const { document } = globalThis as { document?: { querySelector(selector: string): { content: string } | null } }
const name = import.meta.env?.SSR === false ? document?.querySelector('[name=application-name]')?.content : 'Backline'

/** The provider's name, mailbox and links. Owners change them in the desk. */
export const brand: Brand = registerTexts('brand', {
  name: name ?? '',
  shortName: '',
  email: 'partners@provider.example',
  senderName: '',
  links: { whatsapp: '#', linkedin: '#', youtube: '#', x: '#' },
})

/** The sender of emails and of calendar invitations. */
export const senderName = (): string => brand.senderName || brand.name

/** For file names and HTTP headers. */
export const nameInAscii = (): string =>
  brand.name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'provider'

registerValues(() => ({ provider: brand.name, mailbox: brand.email }))
