/** Replies as mail programs write them, each quoting an email of ours. */

const sentence = 'Dienstag passt uns, mardi, Tuesday at 10:00.'
const ours = ['Dear Ann,', '', 'which day suits you?', '', 'Backline']
const from = 'Backline <desk@backline.example>'
const marked = ours.map((line) => `> ${line}`.trimEnd()).join('\n')
const html = ours.map((line) => `<div>${line || '<br>'}</div>`).join('')

interface ReplyFormat {
  name: string
  text: string
  html: string
}

const gmail = (introduction: string): Omit<ReplyFormat, 'name'> => ({
  text: `${sentence}\n\n${introduction}\n\n${marked}\n`,
  html: `<div dir="ltr">${sentence}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escaped(introduction)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${html}</blockquote></div>`,
})
const apple = (introduction: string): Omit<ReplyFormat, 'name'> => ({
  text: `${sentence}\n\nAnn\n\n> ${introduction}\n> \n${marked}\n`,
  html: `<html><body>${sentence}<br><div>Ann</div><div><br><blockquote type="cite"><div>${escaped(introduction)}</div><br>${html}</blockquote></div></body></html>`,
})
const outlook = (labels: readonly string[], original: string): Omit<ReplyFormat, 'name'> => {
  const values = [from, 'Monday, November 30, 2026 9:12 AM', 'Ann <ann@harbour.example>', 'RE: Your call']
  const header = labels.map((label, index) => `${label} ${values[index]}`)
  return {
    text: `${sentence}\r\n\r\n${original}\r\n${header.join('\r\n')}\r\n\r\n${ours.join('\r\n')}\r\n`,
    html: `<html><head><style>p{margin:0}</style></head><body><p class="MsoNormal">${sentence}<o:p></o:p></p><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font>${header
      .map((one) => one.replace(/^(\S+ ?:)/, '<b>$1</b>'))
      .map(escapedAddress)
      .join('<br>')}</font></div>${html}</body></html>`,
  }
}
function escaped(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', ' ')
}
function escapedAddress(text: string): string {
  return text.replace(/<(\S+@\S+)>/, '&lt;$1&gt;')
}

export const answer = sentence
export const replies: readonly ReplyFormat[] = [
  { name: 'Gmail, English', ...gmail(`On Mon, Nov 30, 2026 at 9:12 AM Backline\n<desk@backline.example> wrote:`) },
  { name: 'Gmail, German', ...gmail(`Am Mo., 30. Nov. 2026 um 09:12 Uhr schrieb ${from}:`) },
  { name: 'Gmail on a phone, German', ...gmail(`${from} schrieb am Mo., 30. Nov. 2026, 09:12:`) },
  { name: 'Gmail, French', ...gmail('Le lun. 30 nov. 2026 à 09:12, Backline <desk@backline.example> a\nécrit :') },
  { name: 'Apple Mail, English', ...apple(`On 30 Nov 2026, at 09:12, ${from} wrote:`) },
  { name: 'Apple Mail, German', ...apple(`Am 30.11.2026 um 09:12 schrieb ${from}:`) },
  { name: 'Apple Mail, French', ...apple(`Le 30 nov. 2026 à 09:12, ${from} a écrit :`) },
  { name: 'Outlook, English', ...outlook(['From:', 'Sent:', 'To:', 'Subject:'], '_'.repeat(32)) },
  { name: 'Outlook, German', ...outlook(['Von:', 'Gesendet:', 'An:', 'Betreff:'], '') },
  { name: 'Outlook, French', ...outlook(['De :', 'Envoyé :', 'À :', 'Objet :'], '_'.repeat(32)) },
  { name: 'Outlook, early English', ...outlook(['From:', 'Sent:', 'To:', 'Subject:'], '-----Original Message-----') },
  {
    name: 'Outlook, early German',
    ...outlook(['Von:', 'Gesendet:', 'An:', 'Betreff:'], '-----Ursprüngliche Nachricht-----'),
  },
  { name: 'Outlook, early French', ...outlook(['De :', 'Envoyé :', 'À :', 'Objet :'], "-----Message d'origine-----") },
]

/** An email with these headers, and with a text or HTML. */
export function emailFile(headers: Record<string, string>, text: string, type: 'plain' | 'html' = 'plain'): Buffer {
  const all = {
    From: 'Ann Harbour <ann@harbour.example>',
    To: 'desk@backline.example',
    Subject: 'Re: Your call',
    Date: 'Mon, 30 Nov 2026 10:00:00 +0000',
    'Message-ID': '<one@harbour.example>',
    'MIME-Version': '1.0',
    'Content-Type': `text/${type}; charset=utf-8`,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`)
}
