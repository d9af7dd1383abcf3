import { expect, it } from 'vitest'
import { describeDevice } from './display-text.ts'
import { testEach } from './testing.ts'

it(
  'describes a device by its browser and operating system',
  testEach(
    [
      [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
        'Edge on Windows',
      ],
      [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
        'Chrome on Linux',
      ],
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
        'Chrome on an iPhone',
      ],
      [
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
        'Safari on a Mac',
      ],
      ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
      ['Something/1.0 (Windows NT 10.0)', 'An unknown browser on Windows'],
      ['node', 'An unknown browser'],
      [null, 'An unidentified browser'],
    ],
    (agent, words) => {
      expect(describeDevice(agent)).toBe(words)
    },
  ),
)
