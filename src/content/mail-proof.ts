import { words } from './words.ts'

/** The test email that owners send to themselves to check that email arrives. */
export const testEmailWords = words('testEmailWords', {
  subject: 'Test email from {provider}',
  heading: 'Your test email has arrived',
  text: 'You requested this email in the desk under Launch checklist. If it landed in your spam folder, check SPF, DKIM and DMARC in the desk before you confirm.',
  button: 'Confirm in the desk',
  orCode: 'Or enter this code in the desk:',
  small:
    'The link and the code work until the end of tomorrow (UTC), and only for the owner who requested them. If you did not request this email, tell another owner.',
} as const)
