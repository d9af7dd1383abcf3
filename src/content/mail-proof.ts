import { brand } from './brand.ts'

/** The letter that an owner has sent to themselves, to see that letters arrive. */
export const mailProof = {
  subject: `Letters of ${brand.name} arrive`,
  heading: 'This letter has arrived',
  text: 'You asked for it at the desk, under Ready for the public. If it lay among the spam, look there at SPF, DKIM and DMARC before you confirm it.',
  button: 'Confirm at the desk',
  orCode: 'Or type this code there:',
  small:
    'Link and code are good until the end of tomorrow (UTC), and only for who asked for them. If it was not you, tell an owner.',
} as const
