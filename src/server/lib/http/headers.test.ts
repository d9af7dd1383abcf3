import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { attachment } from './headers.ts'

const names = [
  ['Backline-Kit.zip', 'filename="Backline-Kit.zip"'],
  [
    'Müller & Söhne "Nord" O\'Neil-Kit.zip',
    'filename="Muller-Sohne-Nord-O-Neil-Kit.zip"; filename*=UTF-8\'\'M%C3%BCller%20%26%20S%C3%B6hne%20%22Nord%22%20O%27Neil-Kit.zip',
  ],
  ['東京-Kit.zip', 'filename="Kit.zip"; filename*=UTF-8\'\'%E6%9D%B1%E4%BA%AC-Kit.zip'],
  ['a\r\nb\ud800.zip', 'filename="a-b-.zip"; filename*=UTF-8\'\'a%0D%0Ab%EF%BF%BD.zip'],
] as const

it(
  'names a download in ASCII, and repeats any other name exactly in filename*',
  testEach(names, (name, says) => {
    expect(attachment(name)).toBe(`attachment; ${says}`)
  }),
)
