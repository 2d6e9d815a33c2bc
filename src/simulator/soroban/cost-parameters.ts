/**
 * Cost parameters of protocol 30, by their place in ContractCostType: a constant, and a linear term behind a plus sign. Places 86 to 94 came
 * with ML-DSA signatures (CAP-87). The simulator runs no code that they would meter.
 */
import * as xdr from '@stellar/stellar-sdk/xdr';

/** The first protocol that has all of them. */
export const FIRST_WITH_ML_DSA = 30;

const instructions = `
  4 434+16 42+16 44+16 310 61 230+29 59052+4001 3738+7012 40253 377524+4068 451626+45405 41142+634 1948 3766+5969 710 2315295 4404
  4947 4911 4286 913 1058+501 73077+25410 0+540752 0+176363 0+29989 0+1061449 0+237336 0+328476 0+701845 0+429383 0+28 43030 0+7556
  0+10711 0+3300 0 0+23038 0+42488 0+828974 0+297100 0+14 1882 3000906 661 985 1934 730510 5921 1057822 92642 100742 7689 2458985
  2347584+94135478 1020885 2638451+6803 25207 7873219 7663880+298580871 1856539 6315452+7232 10558948+632860943 1994 1155 74 332
  691+74558 35421 344 476 904 2811 1706052 61 3623 1150435 5263916+392472814 2052 1133 74 332 755+68930 33151 1185193+41568084
  849110 1505271 2625760 37888 47691 66346 685165+6103 983619+6103 1437210+6102
`;

const bytes = `
  0 16+128 0 0 0 0 242+384 0+384 0 0 0 130065+5064 69472+1217 14 0 0 181 99 99 99 99 99 0 17564+6457 0+47464 0+13420 0+6285 0+64670
  0+29074 0+48095 0+103229 0+36394 0+257 70704 0+14613 0+6833 0+1025 0 0+129632 0+13665 0+97637 0+9176 0+126 0 0 0 0 0 0 0 0 0 0 0 0
  109494+266603 2776 5896 0 0 219654+266603 1672 3960 2204+9340474 0 248 0 0 0+128 0 0 0 0 0 0 0 0 0 1821+6232546 0 312 0 0 0 0
  73061+229779 24656 43088 73808 4104 5128 7176 0 0 0
`;

/** Returns the two settings. */
export function costParameters(): xdr.ConfigSettingEntry[] {
  return [
    xdr.ConfigSettingEntry.configSettingContractCostParamsCpuInstructions(entriesOf(instructions)),
    xdr.ConfigSettingEntry.configSettingContractCostParamsMemoryBytes(entriesOf(bytes)),
  ];
}

function entriesOf(terms: string): xdr.ContractCostParamEntry[] {
  return terms
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [constTerm, linearTerm = 0n] = pair.split('+').map(BigInt);
      return new xdr.ContractCostParamEntry({ ext: xdr.ExtensionPoint.v0(), constTerm, linearTerm });
    });
}
