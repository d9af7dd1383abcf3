import { mailProof } from '#content/mail-proof.ts'
import { accountSample } from './account-samples.ts'
import { compose } from './compose.tsx'

interface WrittenMailProof {
  kind: 'mail-proof'
  to: string
  subject: string
  text: string
  html: string
}

/** Proves to an owner that mail arrives. */
export function mailProofLetter({
  to,
  code,
  link,
  siteUrl,
}: {
  to: string
  code: string
  link: string
  siteUrl: string
}): WrittenMailProof {
  const { subject, heading, text, button, orCode, small } = mailProof
  const parts = {
    subject,
    heading,
    greeting: null,
    blocks: [
      { type: 'paragraph', text },
      { type: 'button', label: button, url: link, below: null },
      { type: 'code', intro: orCode, digits: code },
    ] as const,
    small: [small],
  }
  return { kind: 'mail-proof', to, subject, ...compose(parts, siteUrl) }
}

/** With invented data, for the gallery. */
export const mailProofSample = (): WrittenMailProof =>
  mailProofLetter({
    to: accountSample.to,
    code: 'K7QM-3XWD',
    link: 'https://www.backline.example/desk/ready',
    siteUrl: accountSample.siteUrl,
  })
