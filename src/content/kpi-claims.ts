/** The figures that measure a delivery. Apart from the other claims, so that only their own view loads them. */
export const kpiClaims = {
  onTime: '95%+',
  budget: 'within 5%',
  satisfaction: '4.5+/5',
  adoption: '85%+',
  tickets: 'under 10 a month',
  referral: '9+/10',
  efficiency: '30%+',
  cost: '20%+',
  payback: '6 months',
} as const satisfies Record<string, string>
