import { html } from '#server/lib/http/html.ts'
import type { Letter } from '#server/lib/mail/letter.ts'

interface Site {
  publicUrl: () => string
}

/** News of one's own account, for the case that somebody else made it. */
export const factorAddedLetter = (site: Site, to: string): Letter =>
  letter(site, to, 'factor-added', 'Two-step sign-in is on', [
    'An authenticator app was added to your account. From now on, signing in asks for a code from it.',
    'Other places where you were signed in without a code have been signed out.',
  ])

export const factorRemovedLetter = (site: Site, to: string): Letter =>
  letter(site, to, 'factor-removed', 'An authenticator app was removed', [
    'An authenticator app was removed from your account. Codes from it are no longer accepted.',
  ])

export const recoveryCodeUsedLetter = (site: Site, to: string, remaining: number): Letter =>
  letter(site, to, 'recovery-code-used', 'A recovery code was used', [
    'Somebody signed in to your account with one of your recovery codes.',
    `You have ${remaining} left. Make new ones before you run out.`,
  ])

/** No link: a mail that asks people to press something after a scare is what a thief would send. */
function letter(site: Site, to: string, kind: string, news: string, sentences: string[]): Letter {
  const { host } = new URL(site.publicUrl())
  const paragraphs = [
    ...sentences,
    `If this was not you, sign in at ${host}, change your password, and tell whoever runs the site.`,
  ]
  return {
    kind,
    to,
    subject: `${news} – ${host}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: html`<!doctype html><html lang="en"><body>${paragraphs.map((text) => html`<p>${text}</p>`)}</body></html>`
      .markup,
  }
}
