import { catalogue, type Message } from '../util/catalogue';

function wrong(title: string, advice = ''): Message {
	return { code: 'wrongField', title, advice };
}

export const outputMessages = catalogue({
	notTheSame: (place: string) =>
		wrong(
			`${place} must be the same for all items`,
			'Use an expression that returns the same for each of them, or split the items with an If node before this one.',
		),
});
