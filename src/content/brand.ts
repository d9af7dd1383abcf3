/** Who the site speaks for. The one place to change when the provider's name, mailbox or links change. */
export const brand = {
  name: 'Backline',
  /** Mailbox for partners; shown on the contact view and in failure notes. */
  email: 'partners@backline.example',
  /** Address of each channel; `#` until there is one, which makes the link a placeholder that does nothing. */
  links: { whatsapp: '#', linkedin: '#', youtube: '#', x: '#' },
} as const
