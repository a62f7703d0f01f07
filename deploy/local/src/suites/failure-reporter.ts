import { DefaultReporter } from '@jest/reporters';
import { shortened } from './short-failures.ts';

type OnTestResult = DefaultReporter['onTestResult'];

/** The default reporter with shorter failure messages. Jest requires a default export. */
export default class FailureReporter extends DefaultReporter {
  override onTestResult(...[test, result, aggregated]: Parameters<OnTestResult>): void {
    if (result.failureMessage) result.failureMessage = shortened(result.failureMessage);
    super.onTestResult(test, result, aggregated);
  }
}
