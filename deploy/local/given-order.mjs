// Runs test files in the order of the command line. Jest would start with those that took longest.
import Sequencer from '@jest/test-sequencer';

export default class GivenOrder extends Sequencer {
  sort(tests) {
    const place = new Map(process.argv.map((argument, index) => [argument, index]));
    const placeOf = ({ path }) => [...place].find(([argument]) => path.endsWith(`/${argument}`))?.[1] ?? 0;
    return [...tests].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
