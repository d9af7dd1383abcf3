import { readFileSync, writeFileSync } from 'node:fs'
import { kinds } from '#server/features/forms/kinds.ts'
import { blankPage, receivedPage, refusedPage } from '#server/features/forms/pages.ts'
const plain = readFileSync('/tmp/site-d/plain.html', 'utf8')
const put = (name: string, body: unknown) => writeFileSync(`/tmp/site-d/${name}.html`, plain.replace('<!--body-->', () => String(body)))
put('p-blank', blankPage('booking', kinds.booking))
put('p-refused', refusedPage('message', kinds.message, { name: 'Ann', email: 'ann' }, ['email', 'message']))
put('p-received', receivedPage(kinds.booking, { reference: '1A2B3C4D', when: { time: 'Wednesday 25 November 2026 at 14:00', zone: 'Africa/Johannesburg' } } as never))
