/** The provider's name, mailbox and links. Change these values only here. */
export const brand = {
  name: 'Backline',
  /** Mailbox for partners; shown on the contact view and in error messages. */
  email: 'partners@backline.example',
  /** URL of each channel. `#` makes the link a placeholder that does nothing. */
  links: { whatsapp: '#', linkedin: '#', youtube: '#', x: '#' },
} as const
