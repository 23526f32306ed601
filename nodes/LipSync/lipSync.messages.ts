import { catalogue } from '../shared/util/catalogue';

export const lipSyncMessages = catalogue({
	unreadableSize: (file: string) => ({
		code: 'wrongInput',
		title: `'Screen' is Same as Video, but the size of ${file} cannot be read`,
		advice: "Choose the shape of the video in 'Screen', or Custom. Nothing was submitted.",
	}),
});
