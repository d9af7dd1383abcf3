/** By the check that the database names; the fields keep to the other bounds by themselves. */
const words: Readonly<Record<string, string>> = {
  time_zone: 'There is no such time zone. Its name is one such as Europe/Paris.',
  closes: 'The hours end before they begin.',
  answer_mailboxes: 'Among the mailboxes is something that is no e-mail address.',
}

/** Why the settings were refused, in words of the desk; null where the refusal speaks of none of its fields. */
export function settingsRefusal(message = ''): string | null {
  const [, field = ''] = /"desk_settings_(\w+)_check"/.exec(message) ?? []
  return words[field] ?? null
}
