/** The provider. The only place to change its name, mailbox or links. */
export const brand = {
  name: 'Backline',
  /** Mailbox for partners; shown on the contact view and in error messages. */
  email: 'partners@backline.example',
  /** URL of each channel. `#` makes the link a placeholder that does nothing. */
  links: { whatsapp: '#', linkedin: '#', youtube: '#', x: '#' },
} as const
