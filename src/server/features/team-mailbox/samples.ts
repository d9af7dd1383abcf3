/** Replies as mail programs write them, each with a quote of our email. */

export const answer = 'Dienstag passt uns, mardi, Tuesday at 10:00.'
const ours = ['Dear Ann,', '', 'which day suits you?', '', 'Backline']
const from = 'Backline <desk@backline.example>'
const marked = ours.map((line) => `> ${line}`.trimEnd()).join('\n')
const html = ours.map((line) => `<div>${line || '<br>'}</div>`).join('')

type Format = (introduction: string) => { text: string; html: string }
const escaped = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', ' ')

const gmail: Format = (introduction) => ({
  text: `${answer}\n\n${introduction}\n\n${marked}\n`,
  html: `<div dir="ltr">${answer}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escaped(introduction)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">${html}</blockquote></div>`,
})
const apple: Format = (introduction) => ({
  text: `${answer}\n\nAnn\n\n> ${introduction}\n> \n${marked}\n`,
  html: `<html><body>${answer}<br><div>Ann</div><div><br><blockquote type="cite"><div>${escaped(introduction)}</div><br>${html}</blockquote></div></body></html>`,
})
/** `introduction`: the line before the header, and its labels. */
const outlook: Format = (introduction) => {
  const [original = '', ...labels] = introduction.split('|')
  const values = [from, 'Monday, November 30, 2026 9:12 AM', 'Ann <ann@harbour.example>', 'RE: Your call']
  const header = labels.map((label, index) => `${label}: ${values[index]}`)
  const bold = header.map((one) => escaped(one).replace(/^(\S+\s?:)/, '<b>$1</b>')).join('<br>')
  return {
    text: `${answer}\r\n\r\n${original}\r\n${header.join('\r\n')}\r\n\r\n${ours.join('\r\n')}\r\n`,
    html: `<html><head><style>p{margin:0}</style></head><body><p class="MsoNormal">${answer}<o:p></o:p></p><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font>${bold}</font></div>${html}</body></html>`,
  }
}

const [english, german, french] = ['From|Sent|To|Subject', 'Von|Gesendet|An|Betreff', 'De |Envoyé |À |Objet ']
const formats: [name: string, format: Format, introduction: string][] = [
  ['Gmail, English', gmail, 'On Mon, Nov 30, 2026 at 9:12 AM Backline\n<desk@backline.example> wrote:'],
  ['Gmail, German', gmail, `Am Mo., 30. Nov. 2026 um 09:12 Uhr schrieb ${from}:`],
  ['Gmail on a phone, German', gmail, `${from} schrieb am Mo., 30. Nov. 2026, 09:12:`],
  ['Gmail, French', gmail, 'Le lun. 30 nov. 2026 à 09:12, Backline <desk@backline.example> a\nécrit :'],
  ['Apple Mail, English', apple, `On 30 Nov 2026, at 09:12, ${from} wrote:`],
  ['Apple Mail, German', apple, `Am 30.11.2026 um 09:12 schrieb ${from}:`],
  ['Apple Mail, French', apple, `Le 30 nov. 2026 à 09:12, ${from} a écrit :`],
  ['Outlook, English', outlook, `${'_'.repeat(32)}|${english}`],
  ['Outlook, German', outlook, `|${german}`],
  ['Outlook, French', outlook, `${'_'.repeat(32)}|${french}`],
  ['Outlook, early English', outlook, `-----Original Message-----|${english}`],
  ['Outlook, early German', outlook, `-----Ursprüngliche Nachricht-----|${german}`],
  ['Outlook, early French', outlook, `-----Message d'origine-----|${french}`],
]
export const replies = formats.map(([name, format, introduction]) => ({ name, ...format(introduction) }))

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
